/** Skips a test with a reason; in CI a skip is a failure. */
export const skipFor = (context: { skip(note: string): void }, reason: string | undefined): void => {
  if (reason === undefined) return
  if (process.env.CI) throw new Error(`This test cannot run: ${reason}`)
  context.skip(reason)
}
