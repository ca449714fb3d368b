import { constants } from 'node:os'
import type { WorkloadSpec } from '../engine.ts'
import { checkFiles } from './check-files.ts'
import { checkMounts } from './check-mounts.ts'
import { checkNetworks } from './check-networks.ts'
import { checkAbsolutePath, invalid } from './check-path.ts'

const user = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,31}(:[A-Za-z0-9_][A-Za-z0-9_.-]{0,31})?$/
const realTimeSignal = /^SIGRT(MIN(\+\d{1,2})?|MAX(-\d{1,2})?)$/
const MIN_SHARED_MEMORY = 64 * 1024

/** Throws `invalidSpec`, with the name of the field, before anything is created. */
export function checkWorkloadSpec(spec: WorkloadSpec): void {
  checkFiles(spec)
  checkMounts(spec)
  checkNetworks(spec)
  checkPorts(spec)
  if (spec.entrypoint?.length === 0) throw invalid('entrypoint', 'Enter a program, or leave the entrypoint out.')
  if (spec.workingDirectory !== undefined) checkAbsolutePath('workingDirectory', spec.workingDirectory)
  if (spec.user !== undefined && !user.test(spec.user))
    throw invalid('user', 'Use the name or number of a user, and after a colon that of a group if needed.')
  if (spec.stopSignal !== undefined && !(spec.stopSignal in constants.signals || realTimeSignal.test(spec.stopSignal)))
    throw invalid('stopSignal', 'Use the name of a signal, such as SIGTERM or SIGINT.')
  checkSharedMemory(spec.limits)
}

function checkSharedMemory({ sharedMemoryBytes: bytes, memoryBytes }: WorkloadSpec['limits']): void {
  if (bytes === undefined) return
  if (!Number.isSafeInteger(bytes) || bytes < MIN_SHARED_MEMORY || bytes > memoryBytes)
    throw invalid('limits.sharedMemoryBytes', 'Choose at least 64 KiB and at most the memory of the plan.')
}

function checkPorts({ ports }: WorkloadSpec): void {
  const seen = new Set<string>()
  for (const [index, { containerPort, protocol = 'tcp' }] of ports.entries()) {
    const key = `${containerPort}/${protocol}`
    if (seen.has(key)) throw invalid(`ports.${index}`, `Port ${key} is listed twice.`)
    seen.add(key)
  }
}
