/** A configuration file, plain or secret. */
export interface WorkloadFile {
  /** An absolute path in the workload; missing folders are created. */
  path: string
  content: Uint8Array
  /**
   * Permission bits, at most 0o777. The file belongs to the user that the workload starts as: with 0o400, only that
   * user can read it.
   */
  mode: number
}

export const MAX_FILES = 100
export const MAX_FILE_BYTES = 1024 * 1024
/** Of all files of a workload. */
export const MAX_FILES_BYTES = 4 * 1024 * 1024
