import { type ComponentProps, useId, useState } from 'react'
import { HiddenText } from '../layout/hidden-text.tsx'
import { Tooltip } from '../overlay/tooltip.tsx'
import { Button } from './button.tsx'

type BlockedButtonProps = Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'icon' | 'wide' | 'children'> & {
  /** Why it is blocked. */
  reason: string
}

/** Can be focused but not pressed. Hover, focus and press all show the reason; touch has only the press. */
export const BlockedButton = ({ reason, variant, size, icon, wide, children }: BlockedButtonProps) => {
  const id = useId()
  const [isPressed, setPressed] = useState(false)
  return (
    <>
      <Tooltip text={reason} pinned={isPressed}>
        <Button
          {...(variant && { variant })}
          {...(size && { size })}
          {...(wide && { wide })}
          icon={icon}
          aria-disabled
          aria-describedby={id}
          onClick={() => setPressed(true)}
          onBlur={() => setPressed(false)}
        >
          {children}
        </Button>
      </Tooltip>
      <HiddenText id={id}>{reason}</HiddenText>
    </>
  )
}
