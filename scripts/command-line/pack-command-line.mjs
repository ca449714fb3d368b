import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Packs the command line as a package of its own: one file, no dependencies. It is for machines that run no control
 * plane, so it has nothing else of this repository. Writes the archive to dist/, or to another folder.
 */
const root = fileURLToPath(new URL('../..', import.meta.url))
const target = resolve(process.argv[2] ?? join(root, 'dist'))
const folder = mkdtempSync(join(tmpdir(), 'longshore-package-'))
try {
  execFileSync(process.execPath, [join(root, 'scripts/command-line/build-command-line.mjs'), folder])
  const { name, version, license, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const description = {
    name,
    version,
    description: 'The command line of Longshore',
    license,
    type: 'module',
    bin: { longshore: 'longshore.mjs' },
    engines,
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(description, null, 2)}\n`)
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  copyFileSync(join(root, 'docs/guide/command-line.md'), join(folder, 'README.md'))
  mkdirSync(target, { recursive: true })
  execFileSync('npm', ['pack', '--silent', '--pack-destination', target], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
} finally {
  rmSync(folder, { recursive: true, force: true })
}
