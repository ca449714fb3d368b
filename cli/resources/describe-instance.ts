import type { Instance } from '../../src/contract/wire/compute.ts'

/** The lines of `longshore status`. */
export const describeInstance = (instance: Instance): [string, string][] => {
  const { name, _id, state, status, desiredState, progressMessage, error, region, image, latestUrlPreview } = instance
  const ending = desiredState === 'active' ? [] : [['Wanted', desiredState] as [string, string]]
  return [
    ['Name', name],
    ['Id', _id],
    ['State', state],
    ['Status', status],
    ...ending,
    ...(progressMessage === '' ? [] : [['Now', progressMessage] as [string, string]]),
    ...(error ? [['Error', error.message] as [string, string]] : []),
    ['Region', region],
    ['Image', image],
    ...(latestUrlPreview === null ? [] : [['URL', latestUrlPreview] as [string, string]]),
    ['Updated', instance.updatedAt],
  ]
}

export const instanceRow = ({ name, state, image, latestUrlPreview, _id }: Instance): string[] => [
  name,
  state,
  image,
  latestUrlPreview ?? '',
  _id,
]
export const INSTANCE_TITLES = ['NAME', 'STATE', 'IMAGE', 'URL', 'ID'] as const
