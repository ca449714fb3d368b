import type { Readable } from 'node:stream'

/** Storage that outlives workloads. */
export interface EngineVolumes {
  /** Creates the volume unless it exists; labels and size of an existing one stay as they are. */
  createVolume(spec: VolumeSpec): Promise<Volume>

  /** Deletes the volume and its data. Does nothing when it is unknown; rejects with `volumeInUse` while mounted. */
  removeVolume(id: string): Promise<void>

  /** Lists every volume of this installation, and none of another installation. */
  listVolumes(): Promise<Volume[]>

  /** Returns the bytes that each volume of this installation uses, by volume id, in one pass; see `DiskUse`. */
  volumeUsage(signal?: AbortSignal): Promise<Map<string, number | 'notMeasurable'>>

  /**
   * Streams the files of a volume as a tar archive with owners, permissions and links; names begin at the volume's
   * root. Files that a workload changes meanwhile may be torn. An archive without its end marker is incomplete. The
   * stream must be read to its end or destroyed. A call with the `key` of an earlier one ends that one, so a caller
   * that was killed leaves nothing behind when it repeats the call.
   */
  exportVolume(id: string, signal: AbortSignal, key?: string): Promise<Readable>

  /** Unpacks a tar archive into a volume that nothing mounts. Files of the same names are replaced. */
  importVolume(id: string, archive: Readable, signal: AbortSignal): Promise<void>
}

export interface VolumeSpec {
  /** Chosen by the caller, unique in the installation: letters, digits, hyphens. */
  id: string
  /** Enforced where the engine can, see `isSizeEnforced`. */
  sizeBytes?: number | undefined
  labels: Record<string, string>
}

export interface Volume {
  id: string
  labels: Record<string, string>
  /** False where the size is not limited, so the caller must watch `volumeUsage`. */
  isSizeEnforced: boolean
}

export interface VolumeMount {
  volumeId: string
  /** An absolute path in the workload. */
  path: string
  isReadOnly?: boolean | undefined
}
