import type { Place } from '../configuration/codec.ts'
import type { LocatedValue } from '../yaml/located-value.ts'
import {
  type ComposeReading,
  entryOf,
  type FieldReader,
  isTrue,
  itemsOf,
  note,
  problem,
  textOf,
} from './compose-reading.ts'

/** Compose does not say how large a volume is. */
const DEFAULT_VOLUME = { class: 'beta2', sizeBytes: 1_073_741_824 } as const

interface Mount {
  type: string
  source: string | undefined
  target: string
  isReadOnly: boolean
}

const mountOf = (item: LocatedValue): Mount => {
  if (item.kind === 'map')
    return {
      type: textOf(entryOf(item, 'type')) ?? 'volume',
      source: textOf(entryOf(item, 'source')),
      target: textOf(entryOf(item, 'target')) ?? '',
      isReadOnly: isTrue(entryOf(item, 'read_only')),
    }
  const [first = '', second, options = ''] = (textOf(item) ?? '').split(':')
  if (second === undefined) return { type: 'volume', source: undefined, target: first, isReadOnly: false }
  const type = /^[./~]/.test(first) ? 'bind' : 'volume'
  return { type, source: first, target: second, isReadOnly: options.split(',').includes('ro') }
}

/** Named volumes are kept. Folders of the machine that runs Compose do not exist where an instance runs. */
export const volumesReader =
  (servicePath: string): FieldReader =>
  (value, place, reading) => {
    const volumes: object[] = []
    for (const { item, at } of itemsOf(value, place)) {
      const { type, source, target, isReadOnly } = mountOf(item)
      if (type !== 'volume')
        note(
          reading,
          at,
          `${type === 'bind' ? 'A folder of your machine' : `A mount of type ${type}`} cannot be mounted.`,
        )
      else if (source === undefined)
        note(reading, at, `${target} is not kept, because its volume has no name. Write “NAME:${target}” to keep it.`)
      else {
        if (isReadOnly) note(reading, at, 'The volume is writable: “ro” has no effect.')
        const path = `${servicePath}.volumes.${volumes.length}`
        reading.places.set(path, { ...at, path })
        volumes.push({ name: source, mountPath: target, ...DEFAULT_VOLUME })
        note(reading, at, `The volume ${source} gets 1Gi of SSD, because Compose gives no size.`)
      }
    }
    return { volumes }
  }

/** Returns the content of a config or secret; undefined after adding a problem. */
const contentOf = (
  kind: 'configs' | 'secrets',
  name: string,
  variables: Readonly<Record<string, string | undefined>>,
  place: Place,
  reading: ComposeReading,
): string | undefined => {
  const definition = entryOf(entryOf(reading.root, kind), name)
  const variable = textOf(entryOf(definition, 'environment'))
  const content =
    textOf(entryOf(definition, 'content')) ??
    (variable !== undefined && Object.hasOwn(variables, variable) ? variables[variable] : undefined)
  if (content !== undefined) return content
  problem(
    reading,
    place,
    variable !== undefined
      ? `${variable} has no value. Set the variable.`
      : `Write the content of “${name}” into the file, under “${kind}.${name}.content”: only the file itself is sent.`,
  )
  return undefined
}

/** Configs stand at `/NAME`, secrets at `/run/secrets/NAME`. */
export const filesReader =
  (kind: 'configs' | 'secrets', variables: Readonly<Record<string, string | undefined>>): FieldReader =>
  (value, place, reading) => {
    const folder = kind === 'configs' ? '/' : '/run/secrets/'
    const files = itemsOf(value, place).flatMap(({ item, at }) => {
      const name = (item.kind === 'map' ? textOf(entryOf(item, 'source')) : textOf(item)) ?? ''
      const target = textOf(entryOf(item, 'target')) ?? name
      const content = contentOf(kind, name, variables, at, reading)
      const mode = textOf(entryOf(item, 'mode'))
      const path = target.startsWith('/') ? target : `${folder}${target}`
      if (content === undefined) return []
      return [
        {
          path,
          content,
          ...(mode !== undefined && { mode: Number.parseInt(mode.replace('0o', ''), 8) }),
          ...(kind === 'secrets' && { isSecret: true }),
        },
      ]
    })
    return { [kind]: files }
  }
