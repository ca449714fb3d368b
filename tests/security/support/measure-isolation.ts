import { createDockerEngine } from '../../../server/engines/docker.ts'

/** Prints the probe's result, measured from the network namespace that this script runs in. */
const [, , dockerHost = '', installationId = '', port = ''] = process.argv
const engine = await createDockerEngine({ installationId, dockerHost })
const measured = await engine.measureIsolation?.({ port: Number(port) }, AbortSignal.timeout(60_000))
process.stdout.write(JSON.stringify(measured))
await engine.close()
