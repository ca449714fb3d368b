import type { ReactNode } from 'react'
import type { Problem } from '../../../../src/rules/yaml/located-value.ts'
import { Button } from '../../../parts/actions/button.tsx'
import { Stack } from '../../../parts/layout/stack.tsx'
import { Banner } from '../../../parts/state/banner.tsx'
import type { ConfigurationFile } from '../use-configuration-file.ts'
import css from './file-panel.module.css'
import { FilePanel } from './file-panel.tsx'

type BesideFileProps = {
  file: ConfigurationFile
  isShown: boolean
  isReadOnly?: boolean
  rejected?: readonly Problem[]
  /** The form. It cannot be used while the file has errors, which it would overwrite. */
  children: ReactNode
}

/** The form of a configuration, and beside it the same configuration as a file. */
export const BesideFile = ({ file, isShown, isReadOnly = false, rejected, children }: BesideFileProps) => {
  const { isLocking } = file
  return (
    <div className={isShown ? css.sides : undefined}>
      <Stack gap={4}>
        {isLocking && (
          <Banner
            tone="warn"
            title="The form waits for the file"
            actions={
              <Button size="small" onClick={file.restore}>
                Restore the last version
              </Button>
            }
          >
            It shows the last version without errors. Correct the file to go on with the form.
          </Banner>
        )}
        <div className={css.form} inert={isLocking}>
          <fieldset className={css.fields} disabled={isReadOnly}>
            <Stack gap={5}>{children}</Stack>
          </fieldset>
        </div>
      </Stack>
      {isShown && (
        <div className={css.file}>
          <FilePanel file={file} {...(rejected && { rejected })} />
        </div>
      )}
    </div>
  )
}
