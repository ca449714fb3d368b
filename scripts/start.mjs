/**
 * `npm start`: sets up what is missing and runs the control plane until it exits.
 *
 * The protocol with server/main.ts: the control plane is started with LONGSHORE_PARENT_IPC=1 and an IPC channel.
 * When the channel closes (`process.on('disconnect')`), this launcher is gone and the control plane shuts down.
 * SIGINT and SIGTERM are forwarded; a terminal's Ctrl-C reaches the whole group, so a signal may arrive twice.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { buildConsole } from './build-console.mjs'
import { controlPlaneEnvironment, nodeFlags } from './control-plane-environment.mjs'
import { root, setUp } from './set-up.mjs'
import { whenOrphaned } from './when-orphaned.mjs'

/** A sandbox charges test money, and begins with enough of it for the first deployments. */
const testMoney =
  process.env.LONGSHORE_MODE === 'production' ? {} : { LONGSHORE_BILLING: 'sandbox', LONGSHORE_WELCOME_GRANT: '100' }

const runtime = await setUp()
if (!(await buildConsole(root, runtime))) {
  console.error('The console could not be built. Fix the error above and start again.')
  process.exit(1)
}

const server = spawn(runtime, [...nodeFlags, join(root, 'server/main.ts'), ...process.argv.slice(2)], {
  env: {
    ...controlPlaneEnvironment,
    ...testMoney,
    ...process.env,
    LONGSHORE_PARENT_IPC: '1',
    // Set here so that the cache includes the first module: compiling a module that is not cached costs 20 MB.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules/.cache/longshore'),
  },
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
})

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))

whenOrphaned(() => server.connected && server.disconnect())

server.on('error', (error) => {
  console.error(
    `The control plane could not be started: ${error.message}. Delete the folder node_modules and start again.`,
  )
  process.exit(1)
})
server.on('exit', (code, signal) => {
  process.exitCode = code ?? (signal === 'SIGINT' ? 130 : signal === 'SIGTERM' ? 143 : 1)
})
