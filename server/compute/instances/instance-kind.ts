import type { ServerKind } from '../../kinds/server-kind.ts'
import { errorWithoutPaths, withoutPaths } from '../../kinds/without-paths.ts'
import { instances } from '../../store/schema.ts'
import { runningInstances } from './list-instances.ts'

export const instanceKind = {
  organizationOf: 'select organization_id from instance where id = $1',
  table: instances,
  visitors: {
    // Names of variables are not public.
    environment: () => [],
    // Payments are not public.
    extendedInstances: () => [],
    progressMessage: withoutPaths,
    error: errorWithoutPaths,
    // Names that an organisation has not proved are not public.
    domains: (domains) => domains.filter(({ verified }) => verified),
    // Machines of a private network are not public.
    providerHost: () => '',
    // Users are not public.
    deployments: (deployments) =>
      deployments.map((deployment) => ({
        ...deployment,
        createdBy: null,
        protocolData: { providerHost: '' },
        error: errorWithoutPaths(deployment.error),
      })),
  },
  blockingDeletion: async (db, organizationId) =>
    (await runningInstances(db, organizationId)).map(({ name, state }) => `${name} (${state})`),
} satisfies ServerKind<'instance'>
