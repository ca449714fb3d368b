import { Check, Copy } from 'lucide-react'
import type { Ref } from 'react'
import { Tooltip } from '../overlay/tooltip.tsx'
import { Button, type ButtonSize } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import { useCopied } from './use-copied.ts'

type CopyButtonProps = {
  text: string
  /** The accessible name. */
  label?: string
  size?: ButtonSize
  /** Shown for three seconds after a copy. */
  copiedLabel?: string
  /** Shows the label beside the icon. */
  withLabel?: boolean
  ref?: Ref<HTMLButtonElement>
  onCopied?: () => void
}

export const CopyButton = ({
  text,
  label = 'Copy',
  size = 'small',
  withLabel = false,
  copiedLabel = 'Copied!',
  ref,
  onCopied,
}: CopyButtonProps) => {
  const { copied, copy } = useCopied(text, onCopied)
  const icon = copied ? <Check /> : <Copy />
  return (
    // What is copied stands above its worded button.
    <Tooltip text={copied ? copiedLabel : label} pinned={copied} side={withLabel ? 'bottom' : 'top'}>
      {withLabel ? (
        <Button ref={ref} size={size} icon={icon} onClick={copy}>
          {label}
        </Button>
      ) : (
        <IconButton ref={ref} label={label} size={size} icon={icon} onClick={copy} />
      )}
    </Tooltip>
  )
}
