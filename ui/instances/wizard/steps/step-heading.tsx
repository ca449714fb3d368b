import type { ReactNode } from 'react'
import { Stack } from '../../../parts/layout/stack.tsx'
import { Heading } from '../../../parts/text/heading.tsx'
import { Text } from '../../../parts/text/text.tsx'

/** The id of the text that says which step is open. */
export const STEP_POSITION = 'step-position'

type StepHeadingProps = { title: string; text: ReactNode }

/** Receives the focus when its step opens. */
export const StepHeading = ({ title, text }: StepHeadingProps) => (
  <Stack gap={1}>
    <Heading level={2} focusTarget={{ describedBy: STEP_POSITION }}>
      {title}
    </Heading>
    <Text tone="muted">{text}</Text>
  </Stack>
)
