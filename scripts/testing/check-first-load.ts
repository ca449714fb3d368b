import { spawnSync } from 'node:child_process'
import { budgets, filesOfPages, firstLoad } from '../first-load.ts'

const heavy = /^(ethers|@solana\/|@stripe\/|@xterm\/)/
const maxFiles = 12
const maxFilesOfPage = 40

const sizes = spawnSync(process.execPath, ['node_modules/size-limit/bin.js'], { stdio: 'inherit' })
if (sizes.status !== 0) process.exitCode = 1

for (const { page, lazy } of budgets) {
  const { scripts, styles, modules } = firstLoad('dist/console', lazy)
  for (const name of modules.filter((name) => heavy.test(name)))
    complain(`${page} loads ${name}; import it where it is used`)
  const files = scripts.length + styles.length
  if (files > maxFiles) complain(`${page} loads ${files} files; the limit is ${maxFiles}`)
  console.log(`${page}: ${scripts.length} scripts, ${styles.length} style sheets`)
}

const pages = filesOfPages('dist/console', budgets.at(-1)?.lazy ?? [])
for (const { page, files } of pages)
  if (files > maxFilesOfPage) complain(`${page} loads ${files} further files; the limit is ${maxFilesOfPage}`)
console.log(`other pages: ${Math.max(...pages.map(({ files }) => files))} further files at most`)

function complain(message: string) {
  console.error(message)
  process.exitCode = 1
}
