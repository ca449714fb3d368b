import type pg from 'pg'
import type { Owned } from '../../src/contract/access.ts'
import type { OrganizationId } from '../../src/contract/wire/common.ts'

/** The organisation that something belongs to, and what somebody is there. */
export interface Belonging {
  organizationId: OrganizationId
  publiclyAccessible: boolean
  role: string | null
}

const ways: Record<Owned, string> = {
  organization: 'organization o where $1 in (o.id, o.site_id, o.compute_id, o.storage_id)',
  project: 'project p join organization o on o.id = p.organization_id where p.id = $1',
  instance: 'instance i join organization o on o.id = i.organization_id where i.id = $1',
  deployment:
    'deployment d join instance i on i.id = d.instance_id join organization o on o.id = i.organization_id where d.id = $1',
}

/** An organisation is known by its own id and by those of its three sub-organisations. */
export const findBelonging = async (
  pool: pg.Pool,
  owned: Owned,
  id: string,
  userId: string | null,
): Promise<Belonging | undefined> => {
  const { rows } = await pool.query<{ id: OrganizationId; open: boolean; role: string | null }>({
    name: `belonging-of-${owned}`,
    text: `select o.id, o.publicly_accessible as open,
      (select m.role from member m where m.organization_id = o.id and m.user_id = $2) as role
      from ${ways[owned]}`,
    values: [id, userId],
  })
  const [row] = rows
  return row && { organizationId: row.id, publiclyAccessible: row.open, role: row.role }
}
