import { CircleStop, Copy, FolderInput, Pencil, RotateCw, Scaling, SquareTerminal, Trash2 } from 'lucide-react'
import type { ReactElement } from 'react'
import type { Instance } from '../../src/contract/wire/compute.ts'

type InstanceDialog =
  | 'editName'
  | 'runCommand'
  | 'duplicateInstance'
  | 'moveInstance'
  | 'scaleInstance'
  | 'restartInstance'
  | 'closeInstance'
  | 'deleteInstance'

export interface InstanceAction {
  /** The dialog that it opens. */
  dialog: InstanceDialog
  label: string
  icon: ReactElement
  danger?: true
  isPossible: (instance: Instance) => boolean
}

const isRunning = ({ desiredState }: Instance): boolean => desiredState === 'active'
const isKept = ({ desiredState }: Instance): boolean => desiredState !== 'deleted'

/** What a member can do with an instance, as its menu and the palette list it. */
export const instanceActions: readonly InstanceAction[] = [
  { dialog: 'editName', label: 'Change name', icon: <Pencil />, isPossible: isKept },
  { dialog: 'runCommand', label: 'Run command', icon: <SquareTerminal />, isPossible: isRunning },
  { dialog: 'duplicateInstance', label: 'Duplicate instance', icon: <Copy />, isPossible: isKept },
  {
    dialog: 'moveInstance',
    label: 'Move to another project',
    icon: <FolderInput />,
    isPossible: (instance) => isRunning(instance) || instance.state === 'Closed',
  },
  { dialog: 'scaleInstance', label: 'Scale', icon: <Scaling />, isPossible: isRunning },
  { dialog: 'restartInstance', label: 'Restart instance', icon: <RotateCw />, isPossible: isKept },
  { dialog: 'closeInstance', label: 'Close instance', icon: <CircleStop />, isPossible: isRunning },
  { dialog: 'deleteInstance', label: 'Delete instance', icon: <Trash2 />, danger: true, isPossible: isKept },
]
