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
