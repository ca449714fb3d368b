import type { Admission } from '../../server/compute/admission/admission.ts'
import { createRegions } from '../../server/compute/catalogue/regions/regions.ts'
import { createGatewayLinks } from '../../server/compute/instances/gateway-links.ts'
import { defaultTimeLimits } from '../../server/compute/reconcile/reconcile-options.ts'
import { setScaledReplicas } from '../../server/compute/scaling/set-scaled-replicas.ts'
import type { Engines } from '../../server/engines/engines.ts'
import type { Db } from '../../server/store/connection.ts'
import type { Instance } from '../../src/contract/wire/compute.ts'

/** No replica is added where services are only scaled down. */
const admission: Admission = { admit: (_tx, _demand, change) => change() }

/** Scales the first service of an instance to zero, as the scaler does after an idle time. */
export async function putToSleep(db: Db, engines: Engines, { _id: instanceId, services }: Instance): Promise<void> {
  const regions = createRegions({ settings: null, engines, isSandbox: true, disabledRegions: [] })
  const links = createGatewayLinks('http://localhost:4600')
  const change = { instanceId, service: services[0]?.name ?? '', to: 0, reason: 'idle' as const }
  await db.transaction((tx) => setScaledReplicas(tx, { admission, regions, links, limits: defaultTimeLimits }, change))
}
