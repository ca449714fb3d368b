import type { DrainDraft } from '../../src/drains/drain-draft.ts'

export type DrainFieldsProps = {
  draft: DrainDraft
  /** A saved target has its secrets already. */
  isSaved: boolean
  errorOf: (field: string) => string | undefined
  onChange: (changes: Partial<DrainDraft>) => void
}
