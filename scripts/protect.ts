/**
 * `npm run protect`: isolates workloads from this machine, from each other, and from private and metadata addresses
 * with an nftables table. See docs/security.md.
 */
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import ipaddr from 'ipaddr.js'
import { findResolvers } from './protection/find-resolvers.ts'
import { removal, ruleset } from './protection/ruleset.ts'

const USAGE = `Usage: npm run protect -- [options]

Blocks connections from workloads to this machine, to other workloads, and to private and metadata addresses.
Run it as root, again after each change of the machine's name servers.

  --allow RANGE   lets workloads reach a private range, such as 10.20.0.0/16; may be repeated
  --dns ADDRESS   a name server of the containers, instead of the machine's; may be repeated
  --print         prints the rules instead of applying them
  --remove        removes the rules
  --help          prints this
`

process.exitCode = run(process.argv.slice(2))

function run(args: string[]): number {
  const options = read(args)
  if (!options) return 2
  if (options.help) return print(USAGE)
  const resolvers = options.dns.length > 0 ? options.dns : findResolvers()
  const rules = options.remove ? removal() : ruleset({ resolvers: [...new Set(resolvers)], allowed: options.allow })
  if (options.print) return print(rules)
  const nft = spawnSync('nft', ['-f', '-'], { input: rules, encoding: 'utf8' })
  if (nft.error) return fail('nft cannot be run. Install nftables (apt install nftables), then try again.')
  if (nft.status !== 0) {
    const isRoot = process.getuid?.() === 0
    return fail(`nft rejected the rules${isRoot ? '' : ', because only root can change them'}:\n${nft.stderr.trim()}`)
  }
  if (options.remove) return print('The rules were removed. Workloads can reach this machine again.\n')
  const names = resolvers.length > 0 ? resolvers.join(', ') : 'only those that Docker itself uses'
  return print(`Workloads can no longer reach this machine or each other. Name servers: ${names}.\n`)
}

function read(args: string[]) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        allow: { type: 'string', multiple: true, default: [] },
        dns: { type: 'string', multiple: true, default: [] },
        print: { type: 'boolean', default: false },
        remove: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
    for (const range of values.allow) {
      if (!ipaddr.IPv4.isValidCIDRFourPartDecimal(range) && !ipaddr.IPv4.isValidFourPartDecimal(range))
        throw new Error(`${range} is not an IPv4 range. Write it as 10.20.0.0/16.`)
    }
    for (const address of values.dns) {
      if (!ipaddr.IPv4.isValidFourPartDecimal(address)) throw new Error(`${address} is not an IPv4 address.`)
    }
    return values
  } catch (error) {
    fail(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`)
    return undefined
  }
}

function print(text: string): number {
  process.stdout.write(text)
  return 0
}

function fail(text: string): number {
  process.stderr.write(`${text.trimEnd()}\n`)
  return 1
}
