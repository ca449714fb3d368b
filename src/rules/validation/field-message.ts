import type * as v from 'valibot'

/** The message for a field of a form: an empty number field is no number, which is said in plain words. */
export const fieldMessage = (issue: v.BaseIssue<unknown>): string => {
  if (!(typeof issue.input === 'number' && Number.isNaN(issue.input))) return issue.message
  const field = issue.path?.at(-1)?.key
  return field === 'port' || field === 'containerPort' ? 'Enter a port.' : 'Enter a number.'
}
