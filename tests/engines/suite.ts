import { type HarnessStart, withEngine } from './harness.ts'
import { eventTests } from './suite/event-tests.ts'
import { execTests } from './suite/exec-tests.ts'
import { lifecycleTests } from './suite/lifecycle-tests.ts'
import { limitTests } from './suite/limit-tests.ts'
import { logTests } from './suite/log-tests.ts'
import { networkTests } from './suite/network-tests.ts'
import { probeTests } from './suite/probe-tests.ts'
import { sessionTests } from './suite/session-tests.ts'
import { specificationTests } from './suite/specification-tests.ts'

/** Shared tests for every driver, using the built-in images, which every driver can run. */
export function engineSuite(start: HarnessStart): ReturnType<typeof withEngine> {
  const suite = withEngine(start)
  for (const part of [
    lifecycleTests,
    networkTests,
    logTests,
    eventTests,
    execTests,
    limitTests,
    probeTests,
    sessionTests,
    specificationTests,
  ])
    part(suite)
  return suite
}
