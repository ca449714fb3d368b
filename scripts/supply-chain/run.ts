/**
 * `npm run supply-chain`: checks the licence of every dependency, writes a CycloneDX bill of materials of the shipped
 * packages to `dist/sbom.cdx.json`, and queries the registry for known vulnerabilities. Exits with 1 for a licence that
 * is not allowed, a bill of materials that cannot be written, or a vulnerability of high or critical severity.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../set-up.mjs'
import { auditResult } from './audit-result.ts'
import { readLicences } from './licences.ts'

const licences = readLicences(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
const disallowed = licences.filter(({ isAllowed }) => !isAllowed)
for (const { path, licence } of disallowed) fail(`${path} has the licence ${licence}, which is not allowed here.`)
console.log(`Licences: ${licences.length} packages, ${disallowed.length} not allowed.`)

const sbom = npm('sbom', '--sbom-format=cyclonedx', '--omit=dev')
if (sbom.status === 0) {
  const { components } = JSON.parse(sbom.stdout)
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(join(root, 'dist/sbom.cdx.json'), sbom.stdout)
  console.log(`Bill of materials: ${components.length} components in dist/sbom.cdx.json.`)
} else fail(`The bill of materials could not be written:\n${sbom.stderr}`)

const audit = auditResult(npm('audit', '--omit=dev', '--json').stdout)
if (audit.kind === 'unavailable')
  console.log(`Known vulnerabilities: not checked, because the registry does not support audits (${audit.reason}).`)
else {
  const counts = Object.entries(audit.counts).map(([severity, count]) => `${count} ${severity}`)
  console.log(`Known vulnerabilities: ${counts.join(', ') || 'none'}.`)
  if ((audit.counts.high ?? 0) + (audit.counts.critical ?? 0) > 0) fail('Update the packages that `npm audit` names.')
}

function npm(...args: string[]) {
  return spawnSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    shell: process.platform === 'win32',
  })
}

function fail(message: string) {
  console.error(message)
  process.exitCode = 1
}
