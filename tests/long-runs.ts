/** Set by `npm run test:long`. */
export const isLongRun = process.env.LONGSHORE_TEST_LONG === '1'

/** Returns the length of a random loop: all of it in a long run, a tenth in every other. */
export const loops = (all: number): number => (isLongRun ? all : Math.ceil(all / 10))
