import type * as v from 'valibot'

/** The message for a field of a form. An empty number field has no number, which is said in plain words. */
export const fieldMessage = (issue: v.BaseIssue<unknown>): string => {
  const isEmptyNumber = Number.isNaN(issue.input) || (issue.input === null && ['number', 'union'].includes(issue.type))
  if (!isEmptyNumber) return issue.message
  const field = issue.path?.at(-1)?.key
  return field === 'port' || field === 'containerPort' ? 'Enter a port.' : 'Enter a number.'
}
