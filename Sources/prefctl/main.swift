import PreferenceClient

Prefctl.main()
