import type pg from 'pg'
import type { Permission, ScopeKind } from '../../src/contract/access.ts'
import type { OrganizationId } from '../../src/contract/wire/common.ts'
import type { RoleGroup } from '../../src/contract/wire/role.ts'
import { serverKinds } from '../kinds/server-kinds.ts'

/** The organisation that owns a resource, and the user's role there. */
export interface ResourceScope {
  organizationId: OrganizationId
  publiclyAccessible: boolean
  /** Its last event before it became public. */
  publicSince: number
  role: RoleGroup | null
  /** The organisation's own permissions for that role; null for the defaults. */
  changed: Permission[] | null
}

const conditionOf = (scopeKind: ScopeKind): string => {
  if (scopeKind === 'organization') return '$1 in (o.id, o.site_id, o.compute_id, o.storage_id)'
  if (scopeKind === 'deployment')
    return 'o.id = (select i.organization_id from deployment d join instance i on i.id = d.instance_id where d.id = $1)'
  return `o.id = (${serverKinds[scopeKind].organizationOf})`
}

/**
 * Finds the organisation that owns a resource. An organisation has its own id and those of its three sub-organisations;
 * deleted ones are not found.
 */
export const findResourceScope = async (
  pool: pg.Pool,
  scopeKind: ScopeKind,
  id: string,
  userId: string | null,
): Promise<ResourceScope | undefined> => {
  const { rows } = await pool.query<{
    id: OrganizationId
    open: boolean
    since: string
    role: RoleGroup | null
    changed: Permission[] | null
  }>({
    name: `resource-scope-of-${scopeKind}`,
    text: `select o.id, o.publicly_accessible as open, o.public_since as since, m.role, c.permissions as changed
      from organization o
      left join member m on m.organization_id = o.id and m.user_id = $2
      left join role_permission c on c.organization_id = o.id and c.role = m.role
      where o.deleted_at is null and ${conditionOf(scopeKind)}`,
    values: [id, userId],
  })
  const [row] = rows
  if (!row) return undefined
  const { open, since, role, changed } = row
  return { organizationId: row.id, publiclyAccessible: open, publicSince: Number(since), role, changed }
}
