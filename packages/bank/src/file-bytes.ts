/** The bytes of a file. It has a name because compilers before 5.7 do not know what `Uint8Array` is written out as. */
export interface FileBytes extends Uint8Array {}
