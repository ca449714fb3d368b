import type { ReactNode } from 'react'
import { Stack } from '../../../parts/layout/stack.tsx'
import { Heading } from '../../../parts/text/heading.tsx'
import { Text } from '../../../parts/text/text.tsx'

type StepHeadingProps = { title: string; text: ReactNode }

export const StepHeading = ({ title, text }: StepHeadingProps) => (
  <Stack gap={1}>
    <Heading level={2}>{title}</Heading>
    <Text tone="muted">{text}</Text>
  </Stack>
)
