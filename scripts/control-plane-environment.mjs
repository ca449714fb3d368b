/**
 * How much room the control plane's process takes at its busiest. Node lets short-lived objects fill 128 MB on a large
 * machine, and the C library keeps an arena for each thread: together they made 460 MB of what needs 200.
 */
export const nodeFlags = ['--max-semi-space-size=16']
export const controlPlaneEnvironment = { MALLOC_ARENA_MAX: '2' }
