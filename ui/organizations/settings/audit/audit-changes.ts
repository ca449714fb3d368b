import { auditFieldLabels } from '../../../../src/audit/audit-labels.ts'
import type { AuditEntry } from '../../../../src/contract/wire/audit.ts'
import { appTypeNames, roleLabel } from '../../../../src/rules/roles.ts'
import { tokenScopeLabels } from '../../../../src/rules/token-scope-labels.ts'
import { permissionLabels } from '../../../../src/team/role-descriptions.ts'
import type { CatalogueNames } from '../../../instances/use-catalogue-names.ts'
import { exactTimeText } from '../../../parts/text/time-text.ts'

/** Resolves ids; an id that is not known is its own name. */
export type AuditNames = CatalogueNames & { user(id: string): string }

type Format = (value: string, names: AuditNames) => string

/** Returns a value's label; older and newer versions may have written values without one. */
const labelled =
  (labels: Readonly<Record<string, string>>): Format =>
  (value) =>
    labels[value] ?? value

const scopeLabels = Object.fromEntries(Object.entries(tokenScopeLabels).map(([scope, { label }]) => [scope, label]))

const formats: Readonly<Record<string, Format>> = {
  preferedAppType: labelled(appTypeNames),
  publiclyAccessible: labelled({ true: 'Public', false: 'Private' }),
  notificationCategories: labelled({ members: 'Members', security: 'Security' }),
  permissions: labelled(permissionLabels),
  role: roleLabel,
  userId: (id, names) => names.user(id),
  type: labelled(appTypeNames),
  scopes: labelled(scopeLabels),
  expiresAt: (at) => (at === '' ? 'Never' : exactTimeText(Date.parse(at))),
  region: (id, names) => names.region(id),
  plan: (id, names) => names.plan(id),
  format: labelled({ text: 'Text', ndjson: 'NDJSON' }),
}

const technical = new Set(['username', 'start', 'variable', 'variables', 'deployment'])

const asText = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)

/** One field of a change: its label, and its value before and after. */
interface AuditChange {
  term: string
  text: string
  isTechnical: boolean
}

/** Returns the fields of an entry that have a value before or after. */
export const auditChanges = ({ before, after }: AuditEntry, names: AuditNames): AuditChange[] =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].map((field) => {
    const format = (value: unknown): string => (formats[field] ?? ((text: string) => text))(asText(value), names) || '–'
    const list = (values: readonly unknown[]): string => values.map(format).join(', ') || 'None'
    const show = (value: unknown): string => (Array.isArray(value) ? list(value) : format(value))
    const [old, next] = [before?.[field], after?.[field]]
    return {
      term: auditFieldLabels[field] ?? field,
      isTechnical: technical.has(field),
      text:
        Array.isArray(old) && Array.isArray(next)
          ? differences(old, next, list)
          : [before && field in before && show(old), after && field in after && show(next)]
              .filter((text, index, texts) => text && texts.indexOf(text) === index)
              .join(' → '),
    }
  })

const differences = (
  old: readonly unknown[],
  next: readonly unknown[],
  list: (values: unknown[]) => string,
): string => {
  const added = next.filter((one) => !old.includes(one))
  const removed = old.filter((one) => !next.includes(one))
  const parts = [
    ...(added.length > 0 ? [`Added: ${list(added)}`] : []),
    ...(removed.length > 0 ? [`Removed: ${list(removed)}`] : []),
  ]
  return parts.join('. ') || list([...next])
}
