export interface ReferenceCompletion {
  /** Where the reference begins. */
  from: number
  /** What can stand there, such as `${db.PASSWORD}`. */
  options: string[]
}

/** Bounded by the longest names of a service and a variable. */
const begun = /(^|[^$])\$\{([\w.-]{0,264})$/

/** Returns the references that can complete the one that is being typed at the end of the text. */
export const completeReference = (before: string, targets: readonly string[]): ReferenceCompletion | null => {
  const typed = begun.exec(before)?.[2]
  if (typed === undefined) return null
  const sought = typed.toLowerCase()
  const options = targets.filter((target) => target.toLowerCase().includes(sought)).map((target) => `\${${target}}`)
  return options.length === 0 ? null : { from: before.length - typed.length - 2, options }
}
