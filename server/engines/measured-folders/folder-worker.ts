import { parentPort, workerData } from 'node:worker_threads'
import { folderBytes } from './folder-bytes.ts'

/** Measures one folder after the other and says what each takes. */
const { folders } = workerData as { folders: string[] } // Given by `measureFolders`.
for (const folder of folders) parentPort?.postMessage([folder, folderBytes(folder)])
