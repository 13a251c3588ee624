/** The input that a mask is drawn for, with the picture that it is drawn over. */
export interface MaskTarget {
  connectionId: string;
  projectId: string;
  nodeId: string;
  input: string;
  /** What the node is called. */
  title: string;
  picture: {
    fileId: string;
    /** A small copy, while the picture itself is not there. */
    isPreview: boolean;
  };
  /** The file that the input holds, to go on with; null for none. */
  maskFileId: string | null;
}
