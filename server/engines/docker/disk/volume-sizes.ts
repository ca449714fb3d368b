import type { DiskUse } from '../../engine.ts'
import { measureFolders } from '../../measured-folders/measure-folders.ts'
import type { DockerClient } from '../docker-client.ts'

interface VolumeSizes {
  Volumes?: { Name: string; UsageData?: { Size: number } | null }[] | null
}

const SHORT_CALL_MS = 15_000
/** The engine reads every file of every volume. */
const ALL_SIZES_MS = 120_000

/** Returns bytes by volume name; only volumes that the engine could measure. */
export async function volumeSizes(client: DockerClient, signal: AbortSignal | undefined): Promise<Map<string, number>> {
  const inspected = client.getJson<VolumeSizes>('/system/df', within(ALL_SIZES_MS, signal), {
    query: { type: 'volume' },
  })
  const { Volumes } = await inspected.catch((): VolumeSizes => ({}))
  return new Map(
    (Volumes ?? []).flatMap(({ Name, UsageData }) => (isKnown(UsageData?.Size) ? [[Name, UsageData.Size]] : [])),
  )
}

/** Measures a volume that the engine could not. */
export async function volumeBytes(
  client: DockerClient,
  name: string,
  signal: AbortSignal | undefined,
): Promise<DiskUse> {
  const inspected = client.getJson<{ Mountpoint?: string }>(`/volumes/${name}`, within(SHORT_CALL_MS, signal))
  return folderBytesAt(client, (await inspected).Mountpoint, signal)
}

/** Measures a folder of the engine directly, if it is on this machine and this process may read it. */
export async function folderBytesAt(
  { isLocal }: DockerClient,
  path: string | undefined,
  signal: AbortSignal | undefined,
): Promise<DiskUse> {
  if (!path || !isLocal) return 'notMeasurable'
  return (await measureFolders([path], signal)).get(path) ?? 'notMeasurable'
}

export const isKnown = (bytes: number | undefined): bytes is number => bytes !== undefined && bytes >= 0

export function within(ms: number, signal: AbortSignal | undefined): AbortSignal {
  const limit = AbortSignal.timeout(ms)
  return signal ? AbortSignal.any([signal, limit]) : limit
}
