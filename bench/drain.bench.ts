import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { ResponseOf } from '../src/contract/contract.ts'
import { client, deploy, makeProject, settled, startControlPlane } from './support/control-plane.ts'
import { printFigure } from './support/figures.ts'

/**
 * A workload prints 10,000 lines a second, first without a drain and then with one, in the same control plane: the
 * difference in processor time is what the drain costs. The receiver counts in this process.
 */
const LINES_PER_SECOND = 10_000
const SECONDS = 20
const LINES = LINES_PER_SECOND * SECONDS
const MAX_PERCENT = 20

/** Of one process without its children, in milliseconds. */
const processorMs = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

let requests = 0
const times = new Uint8Array(LINES + 1)
const receiver = createServer((request, response) => {
  let text = ''
  request.setEncoding('utf8')
  request.on('data', (part: string) => {
    text += part
  })
  request.on('end', () => {
    requests += 1
    for (const [, number] of text.matchAll(/"message":"line (\d+) of/g)) {
      const line = Number(number)
      times[line] = Math.min(255, (times[line] ?? 0) + 1)
    }
    response.writeHead(204).end()
  })
})
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
const { port } = receiver.address() as AddressInfo
const controlPlane = await startControlPlane({ LONGSHORE_ENGINE: 'process' })

try {
  const { url, pid } = controlPlane
  const token = await controlPlane.signIn('ada')
  const made = await makeProject(url, token)
  const api = client(url, token)

  /** Resolves with the share of a core that the control plane used while the workload printed its lines. */
  const percentWhilePrinting = async (): Promise<number> => {
    const environment = { LINES: String(LINES), LINES_PER_SECOND: String(LINES_PER_SECOND) }
    const { _id } = await deploy(url, token, made, 'longshore/burst:1', [], environment, 'medium')
    await settled(url, token, _id, 'Active')
    const [before, startedAt] = [processorMs(pid), performance.now()]
    await pause((SECONDS - 2) * 1000)
    const percent = (100 * (processorMs(pid) - before)) / (performance.now() - startedAt)
    await pause(4000)
    await api.request('POST', `compute-instance/${_id}/close`, { organizationId: made.organizationId })
    await settled(url, token, _id, 'Closed')
    return percent
  }

  const without = await percentWhilePrinting()
  const { drain } = await api.request<ResponseOf<'createDrain'>>(
    'POST',
    `organization/${made.organizationId}/log-drains`,
    {
      name: 'Bench',
      logTypes: ['instanceLogs'],
      target: { type: 'http', url: `http://127.0.0.1:${port}/` },
    },
  )
  const withDrain = await percentWhilePrinting()
  for (let waiting = 1; waiting > 0; await pause(200))
    waiting = (await api.request<ResponseOf<'readDrain'>>('GET', `log-drain/${drain._id}`)).waiting.lines
  const lost = times.subarray(1).filter((seen) => seen === 0).length
  const doubled = times.subarray(1).filter((seen) => seen > 1).length
  console.log(`\nA log drain to HTTP at ${LINES_PER_SECOND.toLocaleString('en-GB')} lines a second for ${SECONDS} s`)
  printFigure('lines lost', lost, `of ${LINES.toLocaleString('en-GB')}`, 0, `${doubled} twice, ${requests} requests`)
  printFigure(
    'processor of the drain',
    withDrain - without,
    '% of a core',
    MAX_PERCENT,
    `${withDrain.toFixed(1)} % with it, ${without.toFixed(1)} % without it`,
  )
} finally {
  receiver.closeAllConnections()
  receiver.close()
  await controlPlane.stop()
}
