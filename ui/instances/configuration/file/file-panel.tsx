import { FolderOpen } from 'lucide-react'
import { useMemo, useState } from 'react'
import { referenceTargets } from '../../../../src/instances/configuration/draft-references.ts'
import { shownProblems } from '../../../../src/instances/configuration/file/read-services.ts'
import { type Completions, completeFields } from '../../../../src/rules/configuration/completion/complete-fields.ts'
import { completeReference } from '../../../../src/rules/variables/complete-reference.ts'
import type { Problem } from '../../../../src/rules/yaml/located-value.ts'
import { CopyButton } from '../../../parts/actions/copy-button.tsx'
import type { CodeMark } from '../../../parts/code/code-mark.ts'
import { FileButton } from '../../../parts/fields/file-button.tsx'
import { Row } from '../../../parts/layout/row.tsx'
import { Stack } from '../../../parts/layout/stack.tsx'
import { Banner } from '../../../parts/state/banner.tsx'
import { Text } from '../../../parts/text/text.tsx'
import type { ConfigurationFile } from '../use-configuration-file.ts'
import { LazyCodeEditor } from './lazy-code-editor.tsx'
import { ProblemList } from './problem-list.tsx'

/** Larger files are refused before they are read. */
const MAX_FILE_BYTES = 1_000_000

type FilePanelProps = {
  file: ConfigurationFile
  isReadOnly?: boolean
  /** Errors of the server, which the file's own check cannot find. */
  rejected?: readonly Problem[]
}

const marksOf = (problems: readonly Problem[], severity: CodeMark['severity']): CodeMark[] =>
  problems.map(({ line, column, message }) => ({ line, column, severity, message }))

const completeTarget = (before: string, targets: readonly string[]): Completions | null => {
  const found = completeReference(before, targets)
  return found && { ...found, options: found.options.map((label) => ({ label, description: '' })) }
}

/** A configuration as a file, with what is wrong with it and what has no effect. */
export const FilePanel = ({
  file: { text, read, isTyped, changeText },
  isReadOnly = false,
  rejected,
}: FilePanelProps) => {
  const [isTooLarge, setTooLarge] = useState(false)
  const isEmpty = text.trim() === ''
  const problems = useMemo(() => shownProblems(text, read, rejected), [text, read, rejected])
  // What is missing in the form is shown at its fields.
  const isIncomplete = read.kind === 'problems' && !isTyped
  const marks = useMemo(
    () => [...marksOf(problems, isIncomplete ? 'warning' : 'error'), ...marksOf(read.notes, 'warning')],
    [problems, isIncomplete, read.notes],
  )
  const targets = useMemo(() => (read.kind === 'services' ? referenceTargets(read.services) : []), [read])
  const openFile = async (given: File) => {
    setTooLarge(given.size > MAX_FILE_BYTES)
    if (given.size <= MAX_FILE_BYTES) changeText(await given.text())
  }
  return (
    <Stack gap={3}>
      <Row gap={2} wrap justify="between">
        <Text as="span" size="sm" tone="muted">
          {read.format === 'compose' ? 'Docker Compose file' : 'YAML'}
        </Text>
        <Row gap={2}>
          {!isReadOnly && (
            <FileButton
              inputLabel="Configuration file"
              accept=".yaml,.yml"
              size="small"
              icon={<FolderOpen />}
              onChoose={([given]) => given && openFile(given)}
            >
              Open file
            </FileButton>
          )}
          <CopyButton text={text} label="Copy file" />
        </Row>
      </Row>
      {isTooLarge && <Banner tone="bad">The file is too large. The limit is 1 MB.</Banner>}
      <LazyCodeEditor
        label="Configuration as YAML"
        value={text}
        isReadOnly={isReadOnly}
        onChange={changeText}
        onFile={openFile}
        marks={marks}
        completionsOf={(before) => completeTarget(before, targets) ?? completeFields(before)}
      />
      <div aria-live="polite">
        <ProblemList
          tone={isIncomplete ? 'warn' : 'bad'}
          title={isIncomplete ? 'The form is not complete' : 'The file has errors'}
          problems={problems}
        />
        {isEmpty && (
          <Text size="sm" tone="muted">
            The file is empty. Type, paste or open one.
          </Text>
        )}
        <ProblemList tone="warn" title="Not applied as written" problems={read.notes} />
      </div>
    </Stack>
  )
}
