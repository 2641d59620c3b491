"""What players see: boards, labels and pages as messages. Pure: no store, no network, no clock."""
