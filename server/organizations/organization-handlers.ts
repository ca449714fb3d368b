import type { organizationCalls } from '../../src/contract/calls/organization-calls.ts'
import type { organizationSettingCalls } from '../../src/contract/calls/settings/organization-setting-calls.ts'
import { runningInstances } from '../compute/instances/list-instances.ts'
import type { Handlers } from '../http/handler.ts'
import { scopeOf } from '../http/scope-of.ts'
import type { ChangeOptions } from './change-organization.ts'
import { createOrganization, type NewOrganizationRules } from './create-organization.ts'
import { findOrganization } from './find-organization.ts'
import { readOrganization } from './read-organization.ts'
import { deleteOrganization } from './removal/delete-organization.ts'
import type { RemovalQueue } from './removal/removal-queue.ts'
import { readCategories } from './settings/read-categories.ts'
import { removeRegistry, saveRegistry } from './settings/registries.ts'
import { saveOrganization } from './settings/save-organization.ts'
import { saveNotificationConfig, setPublicAccess } from './settings/save-settings.ts'
import { uploadOrganizationImage } from './settings/upload-image.ts'

export const organizationHandlers = (
  options: ChangeOptions & NewOrganizationRules,
  queue: RemovalQueue,
): Handlers<keyof typeof organizationCalls | keyof typeof organizationSettingCalls> => {
  const { db } = options
  return {
    createOrganization: (context) => createOrganization(options, context),
    readOrganization: async ({ scope, input }) => ({
      organization: await readOrganization(db, scopeOf(scope), input.id),
    }),
    findOrganization: async ({ caller, input }) => ({
      organization: await findOrganization(db, input.username, caller),
    }),
    saveOrganization: (context) => saveOrganization(options, context),
    uploadOrganizationImage: (context) => uploadOrganizationImage(options, context),
    saveRegistry: (context) => saveRegistry(options, context),
    removeRegistry: (context) => removeRegistry(options, context),
    deleteOrganization: (context) => deleteOrganization({ db, queue }, context),
    readRunningInstances: async ({ scope }) => ({
      instances: await runningInstances(db, scopeOf(scope).organizationId),
    }),
    setPublicAccess: (context) => setPublicAccess(options, context),
    readNotificationConfig: async ({ scope }) => ({
      notificationCategories: await readCategories(db, scopeOf(scope).organizationId),
    }),
    saveNotificationConfig: (context) => saveNotificationConfig(options, context),
  }
}
