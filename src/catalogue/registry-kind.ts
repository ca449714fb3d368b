const kinds = [
  { kind: 'amazon', name: 'Amazon', pattern: /\.amazonaws\.com$|^public\.ecr\.aws$/ },
  { kind: 'github', name: 'GitHub', pattern: /(^|\.)ghcr\.io$|(^|\.)pkg\.github\.com$/ },
  { kind: 'google', name: 'Google', pattern: /(^|\.)gcr\.io$|\.pkg\.dev$/ },
  { kind: 'azure', name: 'Azure', pattern: /\.azurecr\.io$/ },
  { kind: 'docker', name: 'Docker', pattern: /(^|\.)docker\.(io|com)$/ },
] as const

export type RegistryKind = (typeof kinds)[number]['kind'] | 'default'

/** Returns the operator of a container registry by its address. */
export const registryKind = (address: string): { kind: RegistryKind; name: string } => {
  const host = address
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .split(/[/:]/, 1)
    .join()
  return kinds.find(({ pattern }) => pattern.test(host)) ?? { kind: 'default', name: 'Another registry' }
}
