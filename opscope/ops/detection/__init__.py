"""Object detection: anchors, boxes, proposals, regions."""
