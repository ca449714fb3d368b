import { readLocatedConfiguration } from '../configuration/read-configuration.ts'
import type { ReadConfiguration } from '../configuration/validate-configuration.ts'
import type { LocatedValue } from '../yaml/located-value.ts'
import { parseYaml } from '../yaml/parse-yaml.ts'
import { readLocatedCompose } from './read-compose.ts'
import type { Variables } from './variables/substitute-variables.ts'

export type FileFormat = 'longshore' | 'compose'

interface FileSource {
  /** Without its folder; `compose.yaml` and the like are Compose files. */
  fileName: string
  variables: Variables
}

/** Reads a file of either format. */
export const readInstanceFile = (
  text: string,
  { fileName, variables }: FileSource,
): ReadConfiguration & { format: FileFormat } => {
  const parsed = parseYaml(text)
  if (parsed.kind === 'problems') return { ...parsed, notes: [], format: 'longshore' }
  return isCompose(parsed.value, fileName)
    ? { ...readLocatedCompose(parsed.value, variables), format: 'compose' }
    : { ...readLocatedConfiguration(parsed.value), format: 'longshore' }
}

const hasComposeName = (fileName: string): boolean =>
  /\.ya?ml$/i.test(fileName) && fileName.toLowerCase().split(/[.-]/).includes('compose')

const topOnly = ['version', 'networks', 'volumes', 'configs', 'secrets']
const composeOnly = [
  ...['build', 'container_name', 'depends_on', 'deploy', 'env_file', 'expose', 'healthcheck', 'mem_limit', 'networks'],
  ...['restart', 'shm_size', 'stop_grace_period', 'stop_signal', 'working_dir', 'x-longshore'],
]

/** Both formats have `services` with an `image`; the name of the file tells, or a field that only Compose has. */
const isCompose = (root: LocatedValue, fileName: string): boolean => {
  if (hasComposeName(fileName)) return true
  if (root.kind !== 'map') return false
  const services = root.entries.get('services')?.value
  const all = services?.kind === 'map' ? [...services.entries.values()] : []
  return (
    topOnly.some((name) => root.entries.has(name)) ||
    all.some(({ value }) => value.kind === 'map' && composeOnly.some((name) => value.entries.has(name)))
  )
}
