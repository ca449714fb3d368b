import { BRIDGE_PREFIX } from '../../server/engines/docker/network/bridge-name.ts'

export interface RulesetOptions {
  /** Name servers that containers query through Docker's embedded DNS server. */
  resolvers: readonly string[]
  /** Private ranges that workloads may reach. */
  allowed: readonly string[]
}

export const TABLE = 'inet longshore'

/** Always blocked: this network, loopback, link-local, metadata services, multicast and reserved addresses. */
const NEVER = [
  '0.0.0.0/8',
  '100.100.100.200',
  '127.0.0.0/8',
  '168.63.129.16',
  '169.254.0.0/16',
  '192.0.0.0/24',
  '224.0.0.0/3',
]
const PRIVATE = ['10.0.0.0/8', '100.64.0.0/10', '172.16.0.0/12', '192.168.0.0/16', '198.18.0.0/15']

/**
 * Returns the rules as a separate table, which Docker, firewalld and ufw neither see nor remove; a packet passes only
 * if every table accepts it. Applying it is atomic and idempotent.
 *
 * The rules match the direction of a connection, not its age, so they also cut connections that a workload opened
 * before. The prerouting chain runs before Docker rewrites published ports (priority -100), so it sees the original
 * destination addresses.
 *
 * Where the kernel passes bridged packets to these chains (br_netfilter), the chain forward also sees those between two
 * workloads of one network: the address of the destination is then one of the bridge that the packet came from.
 */
export function ruleset({ resolvers, allowed }: RulesetOptions): string {
  const workloads = `"${BRIDGE_PREFIX}*"`
  return `${removal()}
table ${TABLE} {
  set resolvers {
    type ipv4_addr
${elements(resolvers)}  }

  set never {
    type ipv4_addr
    flags interval
${elements(NEVER)}  }

  set allowed {
    type ipv4_addr
    flags interval
    auto-merge
${elements(allowed)}  }

  set private {
    type ipv4_addr
    flags interval
${elements(PRIVATE)}  }

  chain replies_and_names {
    ct direction reply ct state { established, related } accept
    ip daddr @resolvers meta l4proto { tcp, udp } th dport 53 accept
  }

  chain prerouting {
    type filter hook prerouting priority -150; policy accept;
    iifname != ${workloads} accept
    jump replies_and_names
    fib daddr type != unicast counter drop
  }

  chain input {
    type filter hook input priority -10; policy accept;
    iifname != ${workloads} accept
    jump replies_and_names
    counter drop
  }

  chain forward {
    type filter hook forward priority -10; policy accept;
    iifname != ${workloads} oifname != ${workloads} accept
    iifname ${workloads} fib daddr . iif oif exists accept
    ct direction reply ct state { established, related } accept
    oifname ${workloads} counter drop
    jump replies_and_names
    meta nfproto ipv6 counter drop
    ip daddr @never counter reject with icmpx admin-prohibited
    ip daddr @allowed accept
    ip daddr @private counter reject with icmpx admin-prohibited
  }
}
`
}

/** Returns the commands that remove the table, whether it exists or not. */
export function removal(): string {
  return `add table ${TABLE}\ndelete table ${TABLE}\n`
}

function elements(addresses: readonly string[]): string {
  return addresses.length === 0 ? '' : `    elements = { ${addresses.join(', ')} }\n`
}
