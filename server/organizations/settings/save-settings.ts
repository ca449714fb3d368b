import { eq, sql } from 'drizzle-orm'
import type { Organization } from '../../../src/contract/wire/account.ts'
import type { NotificationCategory } from '../../../src/contract/wire/organization.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import type { CallContext } from '../../http/handler.ts'
import { organizations } from '../../store/schema.ts'
import { type ChangeOptions, changeOrganization, publishOrganizationChanged } from '../change-organization.ts'
import { notifyManagers } from '../notify-managers.ts'
import { organizationWire } from '../organization-wire.ts'
import { knownCategories } from './read-categories.ts'

/** Makes an organisation public or private. Visitors of one that becomes private receive no more events. */
export const setPublicAccess = (
  options: ChangeOptions,
  context: CallContext<'setPublicAccess'>,
): Promise<{ organization: Organization }> =>
  changeOrganization(options, context, 'visibility.write', async (tx, organization, { role }) => {
    const { publiclyAccessible } = context.input
    if (organization.publiclyAccessible === publiclyAccessible)
      return { organization: organizationWire(organization, role) }
    const after = { ...organization, publiclyAccessible }
    await tx
      .update(organizations)
      .set({
        publiclyAccessible,
        ...(publiclyAccessible && { publicSince: sql`${organizations.eventSequence}` }),
        updatedAt: sql`now()`,
      })
      .where(eq(organizations.id, organization.id))
    await writeAudit(tx, context, {
      organizationId: organization.id,
      action: 'visibility.changed',
      target: organization.name,
      before: { publiclyAccessible: organization.publiclyAccessible },
      after: { publiclyAccessible },
    })
    await publishOrganizationChanged(tx, after)
    await notifyManagers(tx, options.mailer, {
      organization,
      category: 'security',
      message: publiclyAccessible ? 'It is now public' : 'It is now private',
      by: context.caller,
    })
    return { organization: organizationWire(after, role) }
  })

export const saveNotificationConfig = (
  options: ChangeOptions,
  context: CallContext<'saveNotificationConfig'>,
): Promise<{ notificationCategories: NotificationCategory[] }> =>
  changeOrganization(options, context, 'organization.write', async (tx, organization) => {
    const before = knownCategories(organization.notificationCategories)
    const after = [...new Set(context.input.newNotificationCategories)]
    await tx
      .update(organizations)
      .set({ notificationCategories: after, updatedAt: sql`now()` })
      .where(eq(organizations.id, organization.id))
    await writeAudit(tx, context, {
      organizationId: organization.id,
      action: 'notifications.changed',
      target: organization.name,
      before: { notificationCategories: before },
      after: { notificationCategories: after },
    })
    return { notificationCategories: after }
  })
