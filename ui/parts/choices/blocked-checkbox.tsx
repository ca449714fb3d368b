import { type ComponentProps, useId, useState } from 'react'
import { HiddenText } from '../layout/hidden-text.tsx'
import { Tooltip } from '../overlay/tooltip.tsx'
import { Checkbox } from './checkbox.tsx'

type BlockedCheckboxProps = Pick<ComponentProps<typeof Checkbox>, 'label' | 'labelHidden' | 'checked'> & {
  /** Why it is blocked. */
  reason: string
}

/** Can be focused but not changed. Hover, focus and press all show the reason, as for a `BlockedButton`. */
export const BlockedCheckbox = ({ reason, ...box }: BlockedCheckboxProps) => {
  const id = useId()
  const [isPressed, setPressed] = useState(false)
  return (
    <>
      <Tooltip text={reason} pinned={isPressed}>
        <Checkbox
          {...box}
          aria-disabled
          aria-describedby={id}
          onChange={() => setPressed(true)}
          onBlur={() => setPressed(false)}
        />
      </Tooltip>
      <HiddenText id={id}>{reason}</HiddenText>
    </>
  )
}
