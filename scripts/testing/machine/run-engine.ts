/** Runs a container engine for tests, prints its address, and stops it when its standard input ends. */
import { once } from 'node:events'
import { startPrivateDockerd } from '../../../tests/engines/bootstrap/private-dockerd.ts'

// The launcher stops it, also after Ctrl-C.
process.on('SIGINT', () => {})
const engine = await startPrivateDockerd()
console.log(engine.host)
process.stdin.resume()
await once(process.stdin, 'end')
await engine.stop()
