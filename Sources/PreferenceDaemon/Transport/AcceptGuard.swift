internal import CLinux

/// Takes the place of libc's `accept4` in the whole process.
///
/// libzmq ends the process when it accepts from a unix socket and no descriptor is left, which peers that come all at
/// once can bring about before the node has stopped listening. Here they are let go instead; they come again. The only
/// caller is libzmq's I/O thread. Public, and exported by the program, or libzmq would not see it. C: `accept4`
@_cdecl("accept4")
public func acceptGuarded(
    _ descriptor: CInt, _ address: UnsafeMutableRawPointer?, _ size: UnsafeMutableRawPointer?, _ flags: CInt
) -> CInt {
    // unsafe: both pointers are libzmq's, valid for the call.
    unsafe clinux_accept(descriptor, address, size, flags)
}
