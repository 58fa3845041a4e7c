print("prefd")
