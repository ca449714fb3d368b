import type { FieldError } from '../../../../src/contract/error-codes.ts'
import type { InstanceConfiguration } from '../../../../src/contract/wire/instance/instance-configuration.ts'
import { findPathError, findPlaceError } from '../../../engines/spec/check-path.ts'

type Service = InstanceConfiguration['services'][number]

/** Returns an error for each path of a service at which an engine places nothing. */
export function wrongPaths({ workingDirectory, files, volumes }: Service, prefix: string): FieldError[] {
  const found: [field: string, message: string | undefined][] = [
    ['workingDirectory', workingDirectory === null ? undefined : findPathError(workingDirectory)],
    ...files.map(({ path }, index): [string, string | undefined] => [`files.${index}.path`, findPlaceError(path)]),
    ...volumes.map(({ mountPath }, index): [string, string | undefined] => [
      `volumes.${index}.mountPath`,
      findPlaceError(mountPath),
    ]),
  ]
  return found.flatMap(([field, message]) => (message === undefined ? [] : [{ field: prefix + field, message }]))
}
