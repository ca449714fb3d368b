import { readFileSync } from 'node:fs'
import type { ChunkList } from '../scripts/list-chunks.ts'
import { requireBrowser, signedIn } from './support/browser.ts'
import { type ColdLoad, loadCold, signedOut } from './support/cold-load.ts'
import { deploy, makeProject, settled, startControlPlane } from './support/control-plane.ts'
import { median, printFigure } from './support/figures.ts'

/** Two pages with a cold cache and a four times slower CPU, compared with the best peer's, measured the same way. */
const LOADS = 5
const MAX_REQUESTS = 20
const heavy = /^(ethers|@solana\/|@stripe\/|@xterm\/)/

interface Bars {
  kilobytes: number
  firstPaintMs: number
  scriptMs: number
  peer: { kilobytes: number; firstPaintMs: number; scriptMs: number }
}

const bars: Record<'login' | 'dashboard', Bars> = {
  login: {
    kilobytes: 150,
    firstPaintMs: 450,
    scriptMs: 350,
    peer: { kilobytes: 246, firstPaintMs: 584, scriptMs: 378 },
  },
  dashboard: {
    kilobytes: 250,
    firstPaintMs: 800,
    scriptMs: 700,
    peer: { kilobytes: 246, firstPaintMs: 1168, scriptMs: 909 },
  },
}

const chunks: ChunkList = JSON.parse(
  readFileSync(new URL('../dist/console/.vite/chunks.json', import.meta.url), 'utf8'),
)

const report = (title: string, loads: readonly ColdLoad[], { kilobytes, firstPaintMs, scriptMs, peer }: Bars) => {
  const of = (key: 'requests' | 'scriptKilobytes' | 'firstPaintMs' | 'readyMs' | 'scriptMs') =>
    median(loads.map((load) => load[key]))
  const against = (ours: number, theirs: number, unit: string) =>
    `best peer ${theirs} ${unit}, ratio ${(ours / theirs).toFixed(2)}`
  console.log(
    `\n${title}, CPU ${4} × slower, median of ${loads.length} cold loads (ready after ${of('readyMs').toFixed(0)} ms)`,
  )
  printFigure('requests', of('requests'), '', MAX_REQUESTS, 'best peer 10 and 12')
  const size = of('scriptKilobytes')
  printFigure('JavaScript, gzip', size, 'kB', kilobytes, against(size, peer.kilobytes, 'kB'))
  const paint = of('firstPaintMs')
  printFigure('first paint', paint, 'ms', firstPaintMs, against(paint, peer.firstPaintMs, 'ms'))
  const script = of('scriptMs')
  printFigure('main-thread script', script, 'ms', scriptMs, against(script, peer.scriptMs, 'ms'))
  const loaded = loads.flatMap(({ scripts }) => scripts.flatMap((file) => chunks[file]?.modules ?? []))
  const found = [...new Set(loaded.filter((module) => heavy.test(module)))]
  if (found.length > 0) {
    console.log(`  MISSED  loads ${found.join(', ')}`)
    process.exitCode = 1
  }
}

/** Returns an expression that checks whether a page shows a text. */
const hasText = (text: string) => `Boolean(document.body?.innerText.includes('${text}'))`

const browser = await requireBrowser()
const controlPlane = await startControlPlane({ LONGSHORE_ENGINE: 'process', LONGSHORE_LOG: 'error' })
try {
  const token = await controlPlane.signIn('bench')
  const made = await makeProject(controlPlane.url, token)
  for (let at = 0; at < 3; at += 1) {
    const { _id } = await deploy(controlPlane.url, token, made)
    await settled(controlPlane.url, token, _id, 'Active')
  }
  const loads = async (open: Parameters<typeof loadCold>[0], path: string, ready: string) => {
    const all: ColdLoad[] = []
    for (let load = -1; load < LOADS; load += 1) {
      const one = await loadCold(open, `${controlPlane.url}${path}`, ready)
      // The first load warms up the server.
      if (load >= 0) all.push(one)
    }
    return all
  }
  const login = await loads(signedOut(browser), '/login', hasText('Continue with GitHub'))
  report('/login', login, bars.login)
  const dashboard = await loads(
    () => signedIn(browser, controlPlane.url, token),
    `/${made.username}/dashboard`,
    `${hasText('\\nBench\\n')} && ${hasText('Live')}`,
  )
  report('Dashboard, signed in', dashboard, bars.dashboard)
} finally {
  await browser.close()
  await controlPlane.stop()
}
