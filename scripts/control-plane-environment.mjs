/**
 * Limits the control plane's peak memory. On a large machine, Node lets short-lived objects fill 128 MB and the C
 * library keeps an arena per thread: without the limits, the process took 460 MB instead of 200. Growing the space for
 * short-lived objects from one megabyte would copy the loaded modules again and again at the start.
 */
export const nodeFlags = ['--min-semi-space-size=8', '--max-semi-space-size=16']
export const controlPlaneEnvironment = { MALLOC_ARENA_MAX: '2' }
