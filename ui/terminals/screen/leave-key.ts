export const LEAVE_KEYS = 'Ctrl+] or Ctrl+F6'

type Key = Pick<KeyboardEvent, 'ctrlKey' | 'altKey' | 'metaKey' | 'key' | 'code'>

/** Whether a key leaves the terminal. All others, Tab and Escape too, belong to the program in it. */
export const isLeaveKey = ({ ctrlKey, altKey, metaKey, key, code }: Key): boolean =>
  ctrlKey && !altKey && !metaKey && (key === ']' || code === 'BracketRight' || key === 'F6')
