import { Eye, EyeOff, Lock, LockOpen, Trash2, Undo2, Upload } from 'lucide-react'
import { useState } from 'react'
import { MAX_FILE_CONTENT } from '../../../../../src/contract/wire/instance/named-values.ts'
import { type FileDraft, keepsContent } from '../../../../../src/instances/configuration/service-draft.ts'
import { IconButton } from '../../../../parts/actions/icon-button.tsx'
import { ToggleButton } from '../../../../parts/actions/toggle-button.tsx'
import { FileButton } from '../../../../parts/fields/file-button.tsx'
import { TextArea } from '../../../../parts/fields/text-area.tsx'
import { TextField } from '../../../../parts/fields/text-field.tsx'
import css from '../rows.module.css'
import { FileModeField } from './file-mode-field.tsx'

const MAX_ROWS = 16

type FileRowProps = {
  number: number
  file: FileDraft
  errorOf: (field: string) => string | undefined
  onChange: (file: FileDraft) => void
  onRemove: () => void
  /** Replaces its content by that of a file from disk. */
  onUpload: (given: File) => void
}

/** A configuration file. Typing replaces its saved content. */
export const FileRow = ({ number, file, errorOf, onChange, onRemove, onUpload }: FileRowProps) => {
  const { path, mode, isSecret, content, savedPath } = file
  const [isShown, setShown] = useState(!isSecret || content === '')
  const isKept = keepsContent(file)
  return (
    <fieldset className={css.file} aria-label={`File ${number}`}>
      <div className={css.row} data-columns="file">
        <TextField
          label={`Path of file ${number}`}
          labelHidden
          mono
          placeholder="/etc/app.conf"
          maxLength={400}
          autoComplete="off"
          spellCheck={false}
          value={path}
          error={errorOf('path')}
          onChange={(event) => onChange({ ...file, path: event.target.value })}
        />
        <FileModeField
          number={number}
          mode={mode}
          error={errorOf('mode')}
          onChange={(next) => onChange({ ...file, mode: next })}
        />
        <ToggleButton
          label={`Secret file ${number}`}
          icon={isSecret ? <Lock /> : <LockOpen />}
          size="medium"
          pressed={isSecret}
          // What was saved as a secret cannot be read again, so it stays one until its content is replaced.
          disabled={isSecret && isKept}
          onChange={(pressed) => {
            setShown(!pressed)
            onChange({ ...file, isSecret: pressed })
          }}
        />
        <FileButton
          inputLabel={`Content of file ${number} from disk`}
          icon={<Upload />}
          onChoose={([given]) => {
            setShown(!isSecret)
            if (given) onUpload(given)
          }}
        />
        <IconButton label={`Remove file ${path || number}`} icon={<Trash2 />} onClick={onRemove} />
      </div>
      <TextArea
        label={`Content of file ${number}`}
        labelHidden
        mono
        grows
        masked={!isShown && !!content}
        rows={Math.min(Math.max((content ?? '').split('\n').length, 2), MAX_ROWS)}
        maxLength={MAX_FILE_CONTENT}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        placeholder={isKept ? 'Unchanged' : 'content'}
        value={content ?? ''}
        error={errorOf('content')}
        {...(content === '' && { hint: 'The file will be empty.' })}
        onChange={(event) => onChange({ ...file, content: event.target.value })}
        after={
          <>
            {content !== undefined && content !== '' && isSecret && (
              <IconButton
                size="small"
                label={isShown ? `Hide content of file ${number}` : `Show content of file ${number}`}
                icon={isShown ? <EyeOff /> : <Eye />}
                onClick={() => setShown(!isShown)}
              />
            )}
            {content !== undefined && savedPath !== undefined && (
              <IconButton
                size="small"
                label={`Keep the saved content of file ${number}`}
                icon={<Undo2 />}
                onClick={() => {
                  const { content: _, ...saved } = file
                  onChange(saved)
                }}
              />
            )}
          </>
        }
      />
    </fieldset>
  )
}
