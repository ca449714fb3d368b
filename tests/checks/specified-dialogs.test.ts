import { expect, test } from 'vitest'
import type { modalKinds } from '../../src/modals/modal-kinds.ts'
import { projectFiles } from './project-files.ts'

const files = projectFiles(/^(ui|src\/modals)\/.*\.tsx?$/)
const textOf = (path: string) => files.find((file) => file.path === path)?.text ?? ''

/** The dialogs of compute, each with the kinds, or the component, that show it. */
const dialogs: Record<string, { kinds: (keyof typeof modalKinds)[] } | { component: string; shows: string }> = {
  saveInstanceConfig: { kinds: ['saveInstanceConfig'] },
  restartInstance: { kinds: ['restartInstance'] },
  saveHealthCheckConfig: { kinds: ['saveHealthCheckConfig'] },
  closeInstance: { kinds: ['closeInstance'] },
  deleteResource: { kinds: ['deleteResource', 'deleteProject', 'deleteInstance'] },
  // What is irreversible is confirmed by typing its name.
  deleteResourceConfirm: { component: 'ui/parts/overlay/confirm-by-name.tsx', shows: 'ConfirmByName' },
  deletedResource: { kinds: ['deletedResource'] },
  createNewComputeProject: { kinds: ['createNewComputeProject'] },
  dedicatedIpConfirmation: {
    component: 'ui/instances/configuration/fields/address-field.tsx',
    shows: 'title="Use a dedicated IP?"',
  },
  bulkAction: { kinds: ['bulkAction'] },
  editName: { kinds: ['editName'] },
  confirmRedeploySwitch: { kinds: ['confirmRedeploySwitch'] },
  privateDockerCredentials: { kinds: ['privateDockerCredentials'] },
  bracketSystemInfo: { kinds: ['bracketSystemInfo'] },
  videoPopup: { kinds: ['videoPopup'] },
  archivePrompt: { kinds: ['archivePrompt'] },
  confirmation: { component: 'ui/parts/overlay/confirm.tsx', shows: 'Confirm' },
}

/** Where a kind is named beside its description, its component and itself. */
const isOpened = (kind: keyof typeof modalKinds): boolean =>
  files.some(
    ({ path, text }) => !path.endsWith('dialogs.tsx') && text.replaceAll(/DialogOf<[^>]*>/g, '').includes(`'${kind}'`),
  )

const isRendered = (component: string): boolean => {
  const name = /export const (\w+)/.exec(textOf(component))?.[1]
  return files.some(({ path, text }) => path !== component && text.includes(`<${name}`))
}

test.each(Object.entries(dialogs))('the dialog %s is opened from a page [P2.16]', (_, place) => {
  if ('kinds' in place) return expect(place.kinds.filter((kind) => !isOpened(kind))).toEqual([])
  expect(textOf(place.component)).toContain(place.shows)
  expect(isRendered(place.component)).toBe(true)
})
